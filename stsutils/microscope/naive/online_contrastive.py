"""The online contrastive loss, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def online_contrastive(cosines: list, labels: list, margin: float = 0.5) -> float:
    """Return Σ d² of hard positives and Σ max(0, margin − d)² of hard negatives."""
    distances = [1 - c for c in cosines]
    of = {y: [d for d, one in zip(distances, labels, strict=True) if one == y] for y in (0, 1)}
    mean = sum(map(float, distances)) / len(distances)
    nearest = min(map(float, of[0])) if of[0] and of[1] else mean
    furthest = max(map(float, of[1])) if of[0] and of[1] else mean
    positives = sum(d**2 for d in of[1] if d > nearest)
    return positives + sum(max(0.0, margin - d) ** 2 for d in of[0] if d < furthest)


SUBJECT = on_a_vector(online_contrastive, labels=(0, 1), settings=({}, {"margin": 1.5}))
