"""Mistakes in places that no general mistake reaches, put into a loss's own source.

For each loss: (name, old text, new text), and the check that must notice it where that is not
"random batches".
"""

BY_HAND = {
    "cosent": (
        ("ties counted as lower", ">= labels[None, :]", "> labels[None, :]", "ties"),
        ("pairs only pushed down", ".sub_(share.sum(0))", ""),
        ("labels compared as whole numbers", "(labels[:", "(labels.int()[:"),
        ("computed in float16", "else torch.float64", "else torch.float16"),
        ("cosines clamped", "return values.to(", "return values.clamp(-1, 1).to(", "extreme scale"),
        # in the sort: batches above its limit alone can tell
        ("many pairs: ties lower", "torch.where(new[:-1], place, 0)", "place"),
        ("many pairs: gradient sorted", "gradient[order] =", "gradient[:] ="),
        ("many pairs: sums forwards", "(-t.flip(0), 0).flip(0)", "(-t, 0)"),
    ),
    "contrastive": (("zero below the threshold", "c, threshold)", "c, 0.0)", "known angles"),),
    "l1": (("smoothed near the label", ".abs().mean()", ".pow(2).add(1e-6).sqrt().mean()"),),
    "translated_relu": (
        (
            "gradient beyond the ends",
            "p.clamp(lowest, highest) - y",
            "p - y + (p.clamp(lowest, highest) - p).detach()",
        ),
        ("own end asks no label", "((y == highest) & (p > highest))", "(p > highest)"),
        ("own low end forgotten", "((y == lowest) & (p < lowest)) | ", ""),
    ),
    "binary_cross_entropy": (
        ("logarithm of a sigmoid", "logsigmoid(s) +", "(s.sigmoid()).log() +", "extreme scale"),
    ),
    "softmax": (
        (
            "the last class becomes the one before",
            "y.where(allowed, 0)",
            "y.clamp(0, len(bias) - 2)",
        ),
    ),
    "triplet": (
        (
            "square root of a sum",
            "torch.linalg.vector_norm(a - p, dim=1)",
            "((a - p) ** 2).sum(1).sqrt()",
            "all rows equal",
        ),
    ),
    "info_nce": (
        ("mean of the first chunk only", "torch.cat(rows).mean()", "rows[0].mean()"),
        (
            "a chunk sees its own rows only",
            "b[start : start + chunk], candidates,",
            "b[start : start + chunk], b[start : start + chunk],",
        ),
        (
            "no floor under the exponentials",
            ".logsumexp(1)",
            ".exp().sum(1).log()",
            "extreme scale",
        ),
    ),
    "angle": (
        (
            "odd width cut off, not filled up",
            "scores = angle_score(u, v)",
            "scores = angle_score(u[:, : u.shape[1] // 2 * 2], v[:, : v.shape[1] // 2 * 2])",
        ),
    ),
    "list_net": (
        (
            "overflows",
            "torch.log_softmax(logits, -1)",
            "torch.softmax(logits, -1).log()",
            "extreme scale",
        ),
    ),
    "list_mle": (
        (
            "ties in no order",
            "descending=True, stable=True)",
            "descending=True, stable=True).flip(-1)",
        ),
    ),
    "cosent_rows": (
        (
            "all rows in one loss",
            "torch.stack([cosent(row, teacher, scale) for row, teacher in rows]).mean()",
            "cosent(scores.flatten(), teacher_scores.flatten(), scale)",
        ),
    ),
    "rank_encoder": (("nothing inside gives 0 / 0", "inside.sum().clamp(min=1)", "inside.sum()"),),
}
