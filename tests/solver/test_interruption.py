"""Ctrl-C: asked once, insisted on twice, and nobody else's signals are touched."""

import os
import signal
import threading

import pytest

from sympy_ssde.solver.interruption import Interruption, is_interrupt


def press():
    """Ctrl-C, as the terminal sends it."""
    os.kill(os.getpid(), signal.SIGINT)


def test_before_the_search_it_raises_at_once():
    with Interruption() as interruption, pytest.raises(KeyboardInterrupt):
        press()
    assert not interruption.requested


def test_during_the_search_the_first_one_asks_and_the_second_insists():
    with Interruption() as interruption:
        assert interruption.callback(None) is False
        press()
        assert interruption.requested and interruption.callback(None) is True
        with pytest.raises(KeyboardInterrupt):
            press()


def test_the_handler_before_is_put_back():
    calls = []

    def mine(number, frame):
        calls.append(number)

    before = signal.signal(signal.SIGINT, mine)
    try:
        with pytest.raises(ValueError, match="inside"), Interruption():
            assert signal.getsignal(signal.SIGINT) is not mine
            raise ValueError("inside")
        assert signal.getsignal(signal.SIGINT) is mine
        press()
        assert calls == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_one_inside_another():
    with Interruption() as outer:
        outer.callback(None)
        with Interruption() as inner:
            inner.callback(None)
            press()
        assert inner.requested and not outer.requested
        press()
        assert outer.requested


def test_other_threads_leave_signals_alone():
    before, seen = signal.getsignal(signal.SIGINT), []

    def run():
        with Interruption() as interruption:
            seen.append(interruption.callback(None))
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [False, before] and signal.getsignal(signal.SIGINT) is before


def test_a_terminal_is_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Interruption() as interruption:
        interruption.callback(None)
        press()
    assert "Ctrl-C again" in capsys.readouterr().err


def test_a_pipe_is_not(capsys):
    with Interruption() as interruption:
        interruption.callback(None)
        press()
    assert capsys.readouterr() == ("", "")


def test_interrupts_are_recognised_behind_other_errors():
    def raised(cause):
        try:
            try:
                raise cause
            except BaseException as inner:
                raise SystemError("numba") from inner
        except SystemError as outer:
            return outer

    def in_context(cause):
        try:
            try:
                raise cause
            except BaseException:
                raise SystemError("numba")  # noqa: B904
        except SystemError as outer:
            return outer

    assert is_interrupt(KeyboardInterrupt())
    assert is_interrupt(raised(KeyboardInterrupt())) and is_interrupt(
        in_context(KeyboardInterrupt())
    )
    assert not is_interrupt(raised(ValueError())) and not is_interrupt(None)
