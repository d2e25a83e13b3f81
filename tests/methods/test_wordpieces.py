from stsutils.methods.wordpieces import SPECIAL, train_tokenizer

SENTENCES = ["A man plays the piano.", "The men are playing pianos!", "他们喜欢音乐 café"] * 4


def test_the_same_text_gives_the_same_tokenizer():
    # many ties between merges: each sentence occurs four times
    first, *others = (train_tokenizer(SENTENCES, 50, 32).get_vocab() for _ in range(4))
    assert all(other == first for other in others)
    assert train_tokenizer(SENTENCES[::-1], 50, 32).get_vocab() == first, "the order is no matter"


def test_text_is_cut_as_berts_tokenizer_cuts_it():
    tokenizer = train_tokenizer(SENTENCES, 90, 8)
    assert len(tokenizer) == 63, "all that this text can give"
    assert sorted(tokenizer.all_special_ids) == list(range(5))
    assert tokenizer.convert_ids_to_tokens(range(5)) == SPECIAL
    assert tokenizer.tokenize("他们 CAFÉ") == ["他", "们", "cafe"]
    assert tokenizer("man ☃", "the").input_ids[0] == 2
    assert tokenizer.tokenize("☃") == ["[UNK]"]
    assert len(tokenizer("the man plays the piano again", truncation=True).input_ids) == 8
    # inner characters are pieces like others: in raw text they mean nothing
    assert tokenizer.tokenize("##n")[0] != "##n"
    assert tokenizer.decode(tokenizer("the pianos").input_ids, skip_special_tokens=True) == (
        "the pianos"
    )


def test_only_the_most_frequent_characters_are_kept():
    tokenizer = train_tokenizer(["aaa bbb", "aab", "c"], 30, 16)
    assert {"a", "b", "c"} <= set(tokenizer.get_vocab())
    few = train_tokenizer(["aaa bbb", "aab", "c"], 7, 16)
    assert few.tokenize("c") == ["[UNK]"]
