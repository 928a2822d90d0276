"""The commands, with toys in the place of the solver."""

import argparse
import json
from pathlib import Path

import pytest
from bench_makers import make_row

from sympy_ssde.bench import ablation, commands, literature, paper, runs, scaling
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.display import Display, describe
from sympy_ssde.cli.main import main


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_paper_command(toys, tmp_path: Path, capsys):
    path = tmp_path / "rows.jsonl"
    words = "bench paper --only gamma1,gamma8 --seeds 2 --without policy --without rsco --bfgs"
    assert main([*words.split(), "--json", str(path)]) == 0
    captured = capsys.readouterr()
    assert "all 4 runs: 4 proved" in captured.out
    assert len(captured.err.splitlines()) == 4
    assert [r["changes"] for r in read(path)] == [
        {"bfgs": True, "policy": False, "rsco": False}
    ] * 4
    assert main([*words.split(), "--json", str(path)]) == 0
    again = capsys.readouterr()
    assert again.out == captured.out and len(toys) == 1
    (line,) = again.err.splitlines()
    assert line.startswith(f"4 rows of {path} are used again (commit ")


def test_rows_have_their_command(toys, tmp_path: Path, capsys):
    path = tmp_path / "rows.jsonl"
    words = "bench paper --set pde --only wave2d --seeds 1 --hint direct --json"
    assert main([*words.split(), str(path)]) == 0
    (row,) = read(path)
    assert row["command"] == (
        "ssde bench paper --set pde --seeds 1 --timeout 300 --jobs 1 --only wave2d --hint direct"
    )
    assert row["hint"] == "direct" and row["machine"] and row["date"]


def test_literature_command(toys, capsys):
    words = "bench literature --family param --seeds 1 --only par_shm"
    assert main(words.split()) == 0
    assert "in all: 1 of 1 problems solved" in capsys.readouterr().out
    assert [r.config for r in toys[0].asked] == ["default", "sympy"]
    assert main([*words.split(), "--no-sympy"]) == 0
    assert [r.config for r in toys[1].asked] == ["default"]


def test_ablation_command(toys, tmp_path: Path, capsys):
    path, full = tmp_path / "rows.jsonl", tmp_path / "full.jsonl"
    words = "bench ablation --set ode --arms rsco,bfgs --only gamma1 --seeds 2"
    assert main([*words.split(), "--json", str(path)]) == 0
    assert "without rsco" in capsys.readouterr().out
    assert [r["timeout"] for r in read(path)] == [300.0] * 2 + [1.0] * 4
    full.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    before = sum(len(toy.asked) for toy in toys)
    assert main([*words.split(), "--full", str(full)]) == 0
    assert sum(len(toy.asked) for toy in toys) == before + 4


def test_library_command_draws(toys, tmp_path: Path, capsys):
    pytest.importorskip("matplotlib")
    words = "bench library --only gamma1 --seeds 1 --plots"
    assert main([*words.split(), str(tmp_path)]) == 0
    assert "+sin" in capsys.readouterr().out
    assert {p.name for p in tmp_path.iterdir()} == {"library-time.svg", "library-skeletons.svg"}


def test_scaling_command(toys, capsys):
    words = "bench scaling --axis dimension --dimensions 5-6,9 --only poisson --seeds 2"
    assert main(words.split()) == 0
    assert "over d = 5, 6, 9: 0.00 (not all of 5..20, so" in capsys.readouterr().out
    asked = [r.problem for toy in toys for r in toy.asked]
    assert asked == [f"poisson-d{d}-s{s}" for s in range(2) for d in (5, 6, 9)]


def test_baselines_command(toys, capsys):
    assert main("bench baselines --only ours,pinn --iterations 7".split()) == 0
    assert "Alternatives on poisson2d" in capsys.readouterr().out
    assert [dict(r.changes).get("iterations") for r in toys[0].asked] == [None, 7]


def test_proofs_command(tmp_path: Path, capsys, monkeypatch):
    from sympy_ssde.bench import proofs

    few = entries("paper")[:2]
    monkeypatch.setattr(proofs, "entries", lambda name: few)
    path = tmp_path / "proofs.jsonl"
    assert main(["bench", "proofs", "--exact-only", "--json", str(path)]) == 0
    assert "known solutions" in capsys.readouterr().out
    assert [(r["id"], r["status"]) for r in read(path)] == [
        ("gamma1", "PROVED"),
        ("gamma2", "PROVED"),
    ]
    assert read(path)[0]["command"] == "ssde bench proofs --set all --timeout 10 --exact-only"


@pytest.mark.parametrize("words", ["--seeds 0", "--jobs 0", "--timeout 0", "--without luck"])
def test_wrong_options(words, capsys):
    with pytest.raises(SystemExit):
        main(["bench", "paper", *words.split()])
    assert "error: argument" in capsys.readouterr().err


def test_options_name_what_there_is():
    parser = argparse.ArgumentParser()
    commands.add_bench_commands(parser)
    (subparsers,) = (a for a in parser._actions if isinstance(a.choices, dict))

    def choices(command: str, option: str) -> set[str]:
        actions = subparsers.choices[command]._option_string_actions
        return set(actions[option].choices)

    assert choices("paper", "--set") == choices("ablation", "--set") == set(paper.SETS)
    assert choices("literature", "--family") == {*literature.FAMILIES, "all"}
    assert choices("paper", "--without") == choices("literature", "--without") == set(runs.PARTS)
    assert choices("paper", "--hint") == set(runs.HINTS)
    assert choices("scaling", "--axis") == set(scaling.AXES)
    arms = subparsers.choices["ablation"]._option_string_actions["--arms"].help
    assert all(arm in arms for arm in ablation.ARMS)
    families = {e.family for name in ("literature", "systems") for e in entries(name)}
    assert families == {*literature.FAMILIES, *literature.SYSTEMS}


def test_a_bar_on_a_terminal(capsys):
    row = make_row(expression="sin(x)[1]", changes=(("rsco", False),))
    with Display(terminal=True) as show:
        show(row, 1, 2)
    err = capsys.readouterr().err
    assert "1/2" in err and "sin(x)[1]" in err
    with Display(terminal=False) as show:
        show(row, 2, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("2/2  gamma1  paper (without rsco) seed 0  PROVED")
    assert "out of time" in describe(make_row(status="UNDECIDED", reason="out of time"), 1, 1)
