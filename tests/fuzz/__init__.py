"""Do the decoders come back, with a result or an error of ours, from whatever they are given?"""
