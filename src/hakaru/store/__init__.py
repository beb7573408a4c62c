"""The two files of the data folder: rows to dataclasses and back, behind one lock."""
