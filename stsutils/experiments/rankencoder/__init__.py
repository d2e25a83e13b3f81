"""RankEncoder (Seonwoo et al., ACL 2023), and RankCSE beside it."""
