# SPDX-License-Identifier: BSD-3-Clause
"""For which distance of the processors a round of `make bench` counts, and what its page says of that."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hocket.bench import launch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import kept_rounds
import limits
import page
import peers
import performance
from watch import Looks, Watch, rounds_of

HOST = "MPICH 5.0.2"


@pytest.fixture
def looks():
    """Every 20 ms from second 1 to 5, at 100 ns but for 400 from second 2 to 3, and none from 4 to 4.5."""
    times = [t for t in (1 + 0.02 * i for i in range(200)) if not 4 <= t < 4.5]
    return Looks(times, [400.0 if 2 <= t < 3 else 100.0 for t in times])


@pytest.mark.parametrize(
    "begin, end, counts",
    [
        (1.1, 1.2, True),
        (1.11, 1.115, True),  # between two looks
        (1.9, 2.1, False),
        (2.4, 2.5, False),
        (1.95, 1.985, False),  # the look after it
        (3.001, 3.01, True),
        (2.99, 3.01, False),  # the look before it
        (3.9, 4.6, False),  # nobody looked
        (0.5, 1.2, False),  # before the first look
        (4.9, 5.1, False),  # after the last
    ],
)
def test_a_round_counts_for_its_distance(looks, begin, end, counts):
    assert looks.is_at(100, begin, end) == counts


def test_each_launch_keeps_its_own_rounds(looks):
    row = {"rounds_us": [[1.0, 2.0, 3.0], [4.0]], "rounds_at_s": [[[1.1, 1.2], [2.1, 2.2], [3.1, 3.2]], [[2.5, 2.6]]]}
    assert [looks.kept(of, 100) for of in rounds_of(row)] == [[1.0, 3.0], []]
    assert [looks.kept(of, 400) for of in rounds_of(row)] == [[2.0], [4.0]]


@pytest.mark.parametrize(
    "trips, found",
    [
        ([100] * 50, [100]),
        ([350] * 60 + [90, 100, 110] * 10, [100, 350]),
        ([27] * 20 + [100] * 50 + [400] * 50, [27, 100, 400]),
        ([100] * 95 + [400] * 5, [100]),  # rare
        ([100] * 60 + [140] * 40, [100]),  # 120 would be like both
        ([100] * 60 + [160] * 40, [100, 160]),
        ([], []),
    ],
)
def test_what_is_not_rare_is_a_distance(trips, found):
    assert Looks([0.0] * len(trips), trips).distances() == found


def test_who_has_ended_looks_no_more(looks):
    watch = Watch.__new__(Watch)
    watch.found, watch.before, watch.program = looks, 0, SimpleNamespace(poll=lambda: 1, returncode=1)
    with pytest.raises(SystemExit, match="bench-watch has ended, with status 1"):
        watch.looked()
    watch.before, watch.program = len(looks.times), SimpleNamespace(poll=lambda: None)  # those of another time
    with pytest.raises(SystemExit, match="no moment in which it had two processors"):
        watch.looked()


def rows(**rounds: dict[int, list[tuple[float, float]]]) -> list[dict]:
    """By variant and size, of when each round began and its microseconds; each takes 10 ms."""
    return [
        {
            "variant": variant,
            "bytes": size,
            "rounds_us": [[us for _, us in of]],
            "rounds_at_s": [[[at, at + 0.01] for at, _ in of]],
        }
        for variant, sizes in rounds.items()
        for size, of in sizes.items()
    ]


@pytest.fixture
def measured(monkeypatch):
    """A series of as many launches, of which each finds that."""

    def series(*launches: list[dict]) -> peers.Series:
        library = SimpleNamespace(name="MPICH", version="5.0.2")
        monkeypatch.setattr(peers, "peers", lambda _: [peers.Peer(library, False, True)])
        left = list(launches)
        monkeypatch.setattr(launch, "start", lambda *_: {"results": left.pop(0)})
        one = peers.Series("bcast", 2, [])
        for seed in range(len(launches)):
            one.launch(seed)
        return one

    return series


def test_rounds_are_parted_by_distance(measured, looks):
    one = measured(rows(native={8: [(1.1, 5), (2.1, 9), (3.1, 6)]}, auto={8: [(1.2, 3), (2.2, 8)]}))
    assert one.times(looks, 100) == {(HOST, "native"): {8: [[5, 6]]}, (HOST, "auto"): {8: [[3]]}}
    assert one.times(looks, 400) == {(HOST, "native"): {8: [[9]]}, (HOST, "auto"): {8: [[8]]}}


def test_a_size_that_somebody_lacks_is_left_out_for_all(measured, looks):
    near, far = [(1.1, 5)], [(2.1, 9)]
    one = measured(
        rows(native={8: near, 64: near}, auto={8: near, 64: near}),
        rows(native={8: near, 64: near}, auto={8: near, 64: near}),
        rows(native={8: near, 64: near}, auto={8: near, 64: far}),
        rows(native={8: far, 64: far}, auto={8: far, 64: far}),
    )
    assert one.lacking(looks, 100) == {64} and one.lacking(looks, 400) == {8, 64}
    assert one.times(looks, 100) == {(HOST, "native"): {8: [[5]] * 3}, (HOST, "auto"): {8: [[5]] * 3}}


def test_all_sizes_are_of_the_same_launches(measured, looks):
    near, far = [(1.1, 5)], [(2.1, 9)]
    whole = [rows(native={8: [(1.1, us)], 64: near}, auto={8: near, 64: near}) for us in (1, 2, 3)]
    one = measured(rows(native={8: near, 64: far}, auto={8: near, 64: near}), *whole)
    assert one.lacking(looks, 100) == set()
    assert one.times(looks, 100)[HOST, "native"] == {8: [[1], [2], [3]], 64: [[5], [5], [5]]}


def test_the_rarest_sizes_are_left_out_first(measured, looks):
    near, far = [(1.1, 5)], [(2.1, 9)]
    one = measured(
        rows(native={8: near, 64: far, 512: near}, auto={8: near, 64: near, 512: near}),
        rows(native={8: near, 64: far, 512: near}, auto={8: near, 64: near, 512: near}),
        rows(native={8: near, 64: near, 512: near}, auto={8: near, 64: near, 512: near}),
        rows(native={8: near, 64: near, 512: far}, auto={8: near, 64: near, 512: near}),
    )
    assert one.lacking(looks, 100) == {64}
    assert one.times(looks, 100)[HOST, "native"] == {8: [[5]] * 3, 512: [[5]] * 3}


def test_of_few_launches_all_have_to_have_it(measured, looks):
    near, far = [(1.1, 5)], [(2.1, 9)]
    one = measured(rows(native={8: near}, auto={8: near}), rows(native={8: near}, auto={8: far}))
    assert one.lacking(looks, 100) == {8}


def test_what_lacks_rounds_is_launched_again(monkeypatch, looks):
    class One:
        def __init__(self, enough):
            self.enough, self.seeds = enough, []

        def launch(self, seed):
            self.seeds.append(seed)

        def lacking(self, _looks, distance):
            return {8} if len(self.seeds) < self.enough and distance == 400 else set()

    monkeypatch.setattr(looks, "distances", lambda: [100, 400])
    quick, slow = One(0), One(4)
    kept = []
    performance.take(
        [quick, slow], range(1, 3), SimpleNamespace(found=looks, looked=lambda: None), lambda: kept.append(1)
    )
    assert quick.seeds == [1, 2] and slow.seeds == [1, 2, 3, 4] and len(kept) == 4
    monkeypatch.setattr(performance, "PATIENCE", 0)
    performance.take(
        [never := One(1000)], range(8, 10), SimpleNamespace(found=looks, looked=lambda: None), lambda: None
    )
    assert never.seeds == [8, 9]


@pytest.fixture
def written(measured, looks, monkeypatch):
    """The page of such launches, at 100 and 400 ns."""
    monkeypatch.setattr(page.mpi, "cores", lambda: 2)
    monkeypatch.setattr(looks, "distances", lambda: [100, 400])

    def write(*launches: list[dict]) -> str:
        moments = {0: {1: [(0.3, 1.1, 1.2), (0.9, 2.1, 2.2)]}}
        large = {4 << 20: {1: [(500, 1.1, 1.2)]}}
        beside = [
            peers.Series("barrier", 2, [], taken={(HOST, "auto"): moments}),
            peers.Series("allreduce", 2, [], taken={(HOST, "auto"): large}),
        ]
        found = {limits.TRIP: [(0.1, 1.1, 1.2)], limits.SWITCHES: [(1.0, 2.1, 2.2)], limits.COPIES: [(100, 1.1, 1.2)]}
        about = "# A page of {launches}\n\n{distances}\n"
        return page.page(about, [measured(*launches)], beside, limits.Limits(Path(), found), looks)

    return write


def test_the_page_has_a_table_for_each_distance(written):
    text = written(rows(native={8: [(1.1, 10), (2.1, 20)]}, auto={8: [(1.2, 5), (2.2, 40)]}))
    assert "| 2 | 100 | MPICH 5.0.2 | the best | 0.50 | 0 | 1 |" in text
    assert "| 2 | 400 | MPICH 5.0.2 | the best | 2.00 | 1 | 1 |" in text
    near, far = (text.index(f"## 2 ranks beside the best library, {ns} ns") for ns in (100, 400))
    assert "| bcast | MPICH 5.0.2 | 0.50 [0.50, 0.50] | 0.50 [0.50, 0.50] at 8 |" in text[near:far]
    assert "| bcast | MPICH 5.0.2 | 2.00 [2.00, 2.00] | 2.00 [2.00, 2.00] at 8 |" in text[far:]


def test_the_page_says_which_distances_there_were(written):
    text = written(rows(native={8: [(1.1, 10)]}, auto={8: [(1.2, 5)]}))
    assert text.startswith("# A page of 1\n") and "in 100 ns (71 % of the looks) or 400 ns (29 % of the looks)" in text


def test_ranks_that_share_processors_stand_beside_both_kinds_of_settings(looks):
    crowds, plain = f"{HOST}, for crowds", HOST
    taken = {
        (crowds, "auto"): {8: {1: [(10, 1.1, 1.2)]}},
        (crowds, "native"): {8: {1: [(20, 1.1, 1.2)]}},
        (plain, "native"): {8: {1: [(40, 1.1, 1.2)]}},
    }
    (row,) = page.table([peers.Series("bcast", 1 << 20, [], taken=taken)], looks, 100)[2:]
    same = "| 0.25 [0.25, 0.25] | 0.25 [0.25, 0.25] at 8 | 0.50 [0.50, 0.50] | 0.50 [0.50, 0.50] at 8 |"
    assert row == f"| bcast | {HOST} {same}"


def test_the_machine_is_measured_by_name(monkeypatch, looks):
    row = '{"benchmarks": [{"name": "line", "real_time": 95.0, "time_unit": "ns"}]}'
    monkeypatch.setattr(limits.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=row))
    here = limits.Limits(Path())
    here.launch(1)
    assert {us for rounds in here.taken.values() for us, *_ in rounds} == {0.095}
    assert here.lacking(looks, 100) == set(limits.WANTED)  # the clock is not of these looks


def test_what_was_measured_goes_on_another_time(measured, looks, tmp_path):
    one, here = (
        measured(rows(native={8: [(1.1, 5)]}, auto={8: [(1.2, 3)]})),
        limits.Limits(Path(), {"a": [(1.0, 2.0, 3.0)]}),
    )
    file = tmp_path / "rounds"
    kept_rounds.write(file, "as it was", [one], [], here, looks)
    again, there, found = peers.Series("bcast", 2, []), limits.Limits(Path()), Looks()
    assert kept_rounds.read(file, [again], [], there, found) == "as it was"
    assert again.launches() == {0} and again.taken == one.taken and there.taken == here.taken and found == looks
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_of_another_start_or_no_such_file_is_refused(looks, tmp_path, monkeypatch):
    file, boot = tmp_path / "rounds", tmp_path / "boot"
    kept_rounds.write(file, "", [], [], limits.Limits(Path()), looks)
    boot.write_text("another")
    monkeypatch.setattr(kept_rounds, "BOOT", boot)
    with pytest.raises(SystemExit, match="measured before this machine was last started"):
        kept_rounds.read(file, [], [], limits.Limits(Path()), Looks())
    for text in ("{", "{}", "[]", '{"boot": "another", "looks": 1}'):
        file.write_text(text)
        with pytest.raises(SystemExit, match="is not what --raw writes"):
            kept_rounds.read(file, [], [], limits.Limits(Path()), Looks())


def test_the_page_counts_what_it_leaves_out(written):
    text = written(rows(native={8: [(1.1, 10)], 64: [(1.1, 10)]}, auto={8: [(1.2, 5)], 64: [(2.1, 5)]}))
    assert "| bcast (1 left out) | MPICH 5.0.2 | 0.50" in text
    assert "| bcast (2 left out) | MPICH 5.0.2 | too few rounds |  |" in text
    assert "| 2 | 400 | MPICH 5.0.2 | the best | too few rounds |  |  |" in text


def test_the_machine_stands_beside_what_was_at_its_distance(written):
    text = written(rows(native={8: [(1.1, 10)]}, auto={8: [(1.2, 5)]}))
    line = "| barrier | MPICH 5.0.2 | 100 | 0.3 | a line of memory to the other processor and back | 0.1 | 3.00 |"
    assert line in text and "| barrier | MPICH 5.0.2 | 400 " not in text
    copies = "10 MB read and written by each processor, both at once"
    assert f"| allreduce 4M | MPICH 5.0.2 | 100 | 500 | {copies} | 250 | 2.00 |" in text
    assert "Giving a processor to another thread takes 0.50 us here." in text
