"""How certain times are: many exact solves over speeds that are drawn anew for each."""
