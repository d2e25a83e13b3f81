"""The one line of a chapter counts what the tables list."""

from stsutils.microscope import check, killed, summary


def test_it_counts_checks_and_mutants_of_all_losses():
    names = ("cosine_mse", "triplet")
    checks = sum(len(check(name)) for name in names)
    mutants = sum(len(killed(name)) for name in names)
    assert summary(*names) == (
        f"cosine_mse, triplet: {checks} of {checks} checks pass, "
        f"{mutants} of {mutants} mutants are killed"
    )


def test_a_failed_check_and_a_living_mutant_show(monkeypatch):
    import stsutils.microscope.summaries as room

    one = check("cosine_mse")[0]
    failed = type(one)(one.name, False, "off")
    monkeypatch.setattr(room, "check", lambda loss: [one, failed])
    table = killed("cosine_mse").head(3)
    table.loc[0, "killed_by"] = None
    monkeypatch.setattr(room, "killed", lambda loss: table)
    assert room.summary("cosine_mse") == (
        "cosine_mse: 1 of 2 checks pass, 2 of 3 mutants are killed"
    )
