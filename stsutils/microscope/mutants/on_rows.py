"""Mistakes in the losses on rows of scores: (name, old text, new text) for each."""

LIST_NET = (
    ("temperature forgotten", "at_least_float32(scores) / temperature", "at_least_float32(scores)"),
    ("temperature times, not over", "(scores) / temperature", "(scores) * temperature"),
    ("teacher's temperature forgotten", " / teacher_temperature\n", "\n"),
    ("student's temperature for the teacher", " / teacher_temperature\n", " / temperature\n"),
    ("sign flipped", "return -(torch", "return (torch"),
    ("sum over rows", ".sum(-1).mean()", ".sum()"),
    ("mean over items", ".sum(-1).mean()", ".mean()"),
    ("softmax over rows", "torch.softmax(teacher, -1)", "torch.softmax(teacher, 0)"),
    (
        "student's softmax over rows",
        "torch.log_softmax(logits, -1)",
        "torch.log_softmax(logits, 0)",
    ),
    (
        "divergence, not cross-entropy",
        "torch.log_softmax(logits, -1))",
        "(torch.log_softmax(logits, -1) - torch.log_softmax(teacher, -1)))",
    ),
    (
        "student and teacher swapped",
        "torch.softmax(teacher, -1) * torch.log_softmax(logits, -1)",
        "torch.softmax(logits, -1) * torch.log_softmax(teacher, -1)",
    ),
    ("overflows", "torch.log_softmax(logits, -1)", "torch.softmax(logits, -1).log()"),
    (
        "teacher's best only",
        "torch.softmax(teacher, -1)",
        "(teacher == teacher.amax(-1, keepdim=True)).to(teacher.dtype)",
    ),
    ("not lifted from bf16", "at_least_float32(scores) /", "scores /"),
)
LIST_MLE = (
    ("teacher's order upside down", "descending=True", "descending=False"),
    ("student's own order", "order = teacher_scores", "order = scores"),
    ("ties in no order", "descending=True, stable=True)", "descending=True, stable=True).flip(-1)"),
    ("temperature forgotten", "(scores) / temperature)", "(scores))"),
    ("sums over those already drawn", "s.flip(-1).logcumsumexp(-1).flip(-1)", "s.logcumsumexp(-1)"),
    ("one denominator for all", "s.flip(-1).logcumsumexp(-1).flip(-1)", "s.logsumexp(-1, True)"),
    ("sign flipped", "left - s", "s - left"),
    ("first place only", "places = left - s", "places = (left - s)[:, :1]"),
    ("forms swapped", 'if form == "as_written"', 'if form != "as_written"'),
    ("sum over rows", "places.sum(-1).mean()", "places.sum()"),
    ("mean as coded over rows only", "else places.mean()", "else places.sum(-1).mean()"),
    (
        "overflows",
        "s.flip(-1).logcumsumexp(-1).flip(-1)",
        "s.exp().flip(-1).cumsum(-1).flip(-1).log()",
    ),
    ("not lifted from bf16", "(at_least_float32(scores) /", "(scores /"),
)
COSENT_ROWS = (
    ("sum instead of mean", ".mean()", ".sum()"),
    ("scale forgotten", "cosent(row, teacher, scale)", "cosent(row, teacher)"),
    (
        "student and teacher swapped",
        "cosent(row, teacher, scale)",
        "cosent(teacher.to(row.dtype), row, scale)",
    ),
    ("teacher upside down", "cosent(row, teacher, scale)", "cosent(row, -teacher, scale)"),
    ("columns for rows", "zip(scores, teacher_scores,", "zip(scores.T, teacher_scores.T,"),
    ("first row only", "zip(scores, teacher_scores,", "zip(scores[:1], teacher_scores[:1],"),
    ("first item forgotten", "cosent(row, teacher, scale)", "cosent(row[1:], teacher[1:], scale)"),
    (
        "all rows in one loss",
        "torch.stack([cosent(row, teacher, scale) for row, teacher in rows]).mean()",
        "cosent(scores.flatten(), teacher_scores.flatten(), scale)",
    ),
    ("hardest row only", ".mean()", ".amax()"),
    (
        "teacher rounded to whole numbers",
        "cosent(row, teacher, scale)",
        "cosent(row, teacher.int(), scale)",
    ),
    (
        "no gradient from the last row",
        "in rows]).mean()",
        "in list(rows)[:-1]] + [cosent(scores[-1].detach(), teacher_scores[-1], scale)]).mean()",
    ),
)
RANK_ENCODER = (
    ("forms swapped", 'if form == "as_written" else', 'if form != "as_written" else'),
    ("smaller part", "torch.maximum(", "torch.minimum("),
    ("weight forgotten", "ranks = weight * rank_loss", "ranks = rank_loss"),
    (
        "weight on the other part",
        "ranks = weight * rank_loss",
        "contrastive, ranks = weight * contrastive, rank_loss",
    ),
    (
        "bounds forgotten",
        "rank_loss(scores, teacher_scores, lowest, highest)",
        "rank_loss(scores, teacher_scores)",
    ),
    ("lower bound forgotten", "(r >= lowest) & (r <= highest)", "(r <= highest)"),
    ("upper bound forgotten", "(r >= lowest) & (r <= highest)", "(r >= lowest)"),
    ("bounds on the student", "(r >= lowest) & (r <= highest)", "(c >= lowest) & (c <= highest)"),
    (
        "pairs outside, not inside",
        "torch.where(inside, (r - c) ** 2, 0.0)",
        "torch.where(inside, 0.0, (r - c) ** 2)",
    ),
    ("mean over all pairs", "inside.sum().clamp(min=1)", "inside.numel()"),
    ("nothing inside gives 0 / 0", "inside.sum().clamp(min=1)", "inside.sum()"),
    ("square lost", "(r - c) ** 2", "(r - c).abs()"),
    ("temperature forgotten", "c / temperature", "c"),
    ("ranks over the temperature too", "(r - c) ** 2", "(r - c / 0.05) ** 2"),
    ("columns' softmax", "log_softmax(c / temperature, -1)", "log_softmax(c / temperature, 0)"),
    ("sum over sentences", ".diagonal().mean()", ".diagonal().sum()"),
    ("sign of the contrastive part", "contrastive = -torch", "contrastive = torch"),
    (
        "ranks without gradient",
        "ranks = weight * rank_loss(scores,",
        "ranks = weight * rank_loss(scores.detach(),",
    ),
    ("not lifted from bf16", "c = at_least_float32(scores)\n    contr", "c = scores\n    contr"),
)
ON_ROWS = {
    "list_net": LIST_NET,
    "list_mle": LIST_MLE,
    "cosent_rows": COSENT_ROWS,
    "rank_encoder": RANK_ENCODER,
}
