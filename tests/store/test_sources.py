from hakaru.store.activities import SourceRecord, known_sources, record_sources
from tests.store.factories import START, memory_store


def test_a_file_is_known_by_its_content_and_its_name_inside_an_archive() -> None:
    inside = SourceRecord(sha256="z", path="x.zip", member="a.fit", outcome="ingested", kind="fit")
    other = SourceRecord(
        sha256="z", path="x.zip", member="b.fit", outcome="refused", reason="a ride"
    )
    with memory_store() as con:
        record_sources(con, [inside, other])
        assert known_sources(con, [("z", "")]) == {}
        found = known_sources(con, [("z", "b.fit")])["z", "b.fit"]
        assert (found.outcome, found.reason) == ("refused", "a ride")
        assert found.recorded_at is not None
        both = known_sources(con, [("z", "a.fit"), ("z", "c.fit"), ("y", "")])
        assert list(both) == [("z", "a.fit")]


def test_a_new_outcome_replaces_the_old_one() -> None:
    failed = SourceRecord(sha256="a", path="old.fit", outcome="failed", recorded_at=START)
    ingested = SourceRecord(
        sha256="a", path="new.fit", outcome="ingested", activity_id=5, recorded_at=START
    )
    with memory_store() as con:
        record_sources(con, [failed])
        record_sources(con, [failed, ingested])
        assert known_sources(con, [("a", "")]) == {("a", ""): ingested}


def test_nothing_to_record_is_no_error() -> None:
    with memory_store() as con:
        record_sources(con, [])
        assert known_sources(con, []) == {}
