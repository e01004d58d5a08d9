import os
import sys
import threading

import pytest

from indexing.embedders.lane import Lane


def lane(*, workers: int = 1, yields: bool = False) -> Lane:
    return Lane("test", workers=workers, prepare=lambda: None, yields=yields)


def test_a_lane_returns_and_raises_what_the_call_does() -> None:
    assert lane().run(max, 1, 2) == 2
    with pytest.raises(ZeroDivisionError):
        lane().run(divmod, 1, 0)


def test_each_thread_is_prepared_once_before_any_work() -> None:
    prepared: list[str] = []
    two = Lane("test", workers=2, prepare=lambda: prepared.append(threading.current_thread().name), yields=False)
    assert sorted(prepared) == ["test_0", "test_1"]
    assert two.run(lambda: threading.current_thread().name) in prepared
    assert len(prepared) == 2


def test_lanes_do_not_wait_for_each_other() -> None:
    slow, fast, done = lane(), lane(), threading.Event()
    waiting = threading.Thread(target=slow.run, args=(done.wait,))
    waiting.start()
    assert fast.run(lambda: "answered") == "answered"
    done.set()
    waiting.join()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_a_lane_that_yields_has_a_lower_priority_and_nothing_else_has() -> None:
    def nice() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = nice()
    assert lane(yields=True).run(nice) == min(before + 5, 19)
    assert lane().run(nice) == nice() == before
