"""Mistakes in places that no general mistake reaches, put into a loss's own source.

For each loss: (name, the check that must notice it, old text, new text).
"""

BY_HAND = {
    "cosent": (
        ("ties counted as lower", "ties", ">= labels[None, :]", "> labels[None, :]"),
        ("pairs only pushed down", "random batches", ".sub_(share.sum(0))", ""),
        ("labels compared as whole numbers", "random batches", "(labels[:", "(labels.int()[:"),
        ("computed in float16", "random batches", "else torch.float64", "else torch.float16"),
        ("cosines clamped", "extreme scale", "return values.to(", "return values.clamp(-1, 1).to("),
        # in the sort: batches above its limit alone can tell
        ("many pairs: ties lower", "random batches", "torch.where(new[:-1], place, 0)", "place"),
        ("many pairs: gradient sorted", "random batches", "gradient[order] =", "gradient[:] ="),
        ("many pairs: sums forwards", "random batches", "(-t.flip(0), 0).flip(0)", "(-t, 0)"),
    ),
    "contrastive": (("zero below the threshold", "known angles", "c, threshold)", "c, 0.0)"),),
    "l1": (
        (
            "smoothed near the label",
            "random batches",
            ".abs().mean()",
            ".pow(2).add(1e-6).sqrt().mean()",
        ),
    ),
    "translated_relu": (
        (
            "gradient beyond the ends",
            "random batches",
            "p.clamp(lowest, highest) - y",
            "p - y + (p.clamp(lowest, highest) - p).detach()",
        ),
        (
            "own end asks no label",
            "random batches",
            "((y == highest) & (p > highest))",
            "(p > highest)",
        ),
        ("own low end forgotten", "random batches", "((y == lowest) & (p < lowest)) | ", ""),
    ),
    "binary_cross_entropy": (
        ("logarithm of a sigmoid", "extreme scale", "logsigmoid(s) +", "(s.sigmoid()).log() +"),
    ),
    "softmax": (
        (
            "the last class becomes the one before",
            "random batches",
            "y.where(allowed, 0)",
            "y.clamp(0, len(bias) - 2)",
        ),
    ),
    "triplet": (
        (
            "square root of a sum",
            "all rows equal",
            "torch.linalg.vector_norm(a - p, dim=1)",
            "((a - p) ** 2).sum(1).sqrt()",
        ),
    ),
    "info_nce": (
        (
            "mean of the first chunk only",
            "random batches",
            "torch.cat(rows).mean()",
            "rows[0].mean()",
        ),
        (
            "a chunk sees its own rows only",
            "random batches",
            "b[start : start + chunk], candidates,",
            "b[start : start + chunk], b[start : start + chunk],",
        ),
        (
            "no floor under the exponentials",
            "extreme scale",
            ".logsumexp(1)",
            ".exp().sum(1).log()",
        ),
    ),
    "angle": (
        (
            "odd width cut off, not filled up",
            "random batches",
            "scores = angle_score(u, v)",
            "scores = angle_score(u[:, : u.shape[1] // 2 * 2], v[:, : v.shape[1] // 2 * 2])",
        ),
    ),
    "list_net": (
        (
            "overflows",
            "extreme scale",
            "torch.log_softmax(logits, -1)",
            "torch.softmax(logits, -1).log()",
        ),
    ),
    "list_mle": (
        (
            "ties in no order",
            "random batches",
            "descending=True, stable=True)",
            "descending=True, stable=True).flip(-1)",
        ),
    ),
    "cosent_rows": (
        (
            "all rows in one loss",
            "random batches",
            "torch.stack([cosent(row, teacher, scale) for row, teacher in rows]).mean()",
            "cosent(scores.flatten(), teacher_scores.flatten(), scale)",
        ),
    ),
    "rank_encoder": (
        (
            "nothing inside gives 0 / 0",
            "random batches",
            "inside.sum().clamp(min=1)",
            "inside.sum()",
        ),
    ),
}
