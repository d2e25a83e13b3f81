"""Mistakes in places that no general mistake reaches, put into a loss's own source.

For each loss: (name, the check that must notice it, old text, new text).
"""

BY_HAND = {
    "cosent": (
        ("ties counted as lower", "ties", "torch.where(new[:-1], place, 0)", "place"),
        (
            "ties counted as higher",
            "ties",
            "torch.where(new[1:], place + 1, len(labels))",
            "(place + 1)",
        ),
        ("largest violation only", "known angles", ".logsumexp(0)  #", ".amax(0)  #"),
        ("gradient left in sorted order", "random batches", "gradient[order] =", "gradient[:] ="),
        ("suffix sums run forwards", "random batches", "(-t.flip(0), 0).flip(0)", "(-t, 0)"),
        ("computed in float16", "random batches", "else torch.float64", "else torch.float16"),
        (
            "labels rounded to int",
            "random batches",
            "torch.sort(labels,",
            "torch.sort(labels.int(),",
        ),
        (
            "cosines clamped",
            "extreme scale",
            "_exact(cosines)[order]",
            "_exact(cosines).clamp(-1, 1)[order]",
        ),
    ),
    "contrastive": (
        (
            "threshold's sign",
            "known angles",
            "torch.relu(c - threshold)",
            "torch.relu(c + threshold)",
        ),
        ("zero below the threshold", "known angles", "c, threshold)", "c, 0.0)"),
    ),
    "cosine_mse": (
        ("square of the mean", "known angles", "((c - y) ** 2).mean()", "(c - y).mean() ** 2"),
    ),
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
            "no hinge",
            "known angles",
            "return torch.relu(error.abs() - tolerance)",
            "return error.abs() - tolerance",
        ),
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
    "smooth_k2": (
        ("one factor without gradient", "random batches", "(x * x)", "(x * x.detach())"),
    ),
    "binary_cross_entropy": (
        ("logarithm of a sigmoid", "extreme scale", "logsigmoid(s) +", "(s.sigmoid()).log() +"),
    ),
    "softmax": (
        ("u twice", "known angles", '{"u": u, "v": v,', '{"u": u, "v": u,'),
        (
            "the last class becomes the one before",
            "random batches",
            "y.where(allowed, 0)",
            "y.clamp(0, len(bias) - 2)",
        ),
    ),
    "triplet": (
        (
            "mean before the hinge",
            "known angles",
            "torch.relu(near - far + margin).mean()",
            "torch.relu((near - far + margin).mean())",
        ),
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
        ("absolute value forgotten", "known angles", "+ imaginary).abs()", "+ imaginary)"),
        ("odd width not filled up", "random batches", "(0, x.shape[1] % 2)", "(0, 0)"),
    ),
    "list_net": (
        (
            "softmax over rows",
            "random batches",
            "torch.softmax(teacher, -1)",
            "torch.softmax(teacher, 0)",
        ),
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
        (
            "sums over those already drawn",
            "known angles",
            "s.flip(-1).logcumsumexp(-1).flip(-1)",
            "s.logcumsumexp(-1)",
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
            "bounds on the student",
            "known angles",
            "(r >= lowest) & (r <= highest)",
            "(c >= lowest) & (c <= highest)",
        ),
        ("mean over all pairs", "known angles", "inside.sum().clamp(min=1)", "inside.numel()"),
        (
            "nothing inside gives 0 / 0",
            "random batches",
            "inside.sum().clamp(min=1)",
            "inside.sum()",
        ),
    ),
}
