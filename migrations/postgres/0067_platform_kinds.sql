-- Accounts on platforms, what they publish, and what is said to it.
SELECT corpus_add_kind('accounts');
SELECT corpus_add_kind('uploads');
SELECT corpus_add_kind('replies');
