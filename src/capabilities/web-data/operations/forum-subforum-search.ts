import { queryText } from '../families/family-input.ts'
import { forumMember, searchInput, threadsMatching } from '../families/forum-questions.ts'
import { askedForum } from '../families/platform-address.ts'
import { forumPost, forumPostView } from '../families/upload-view.ts'
import { forumPage, sourceOperation } from '../slice.ts'

export const forumSubforumSearch = sourceOperation({
  ...forumPage,
  id: 'forumSubforumSearch',
  route: 'POST /v1/forum/subforum/search',
  summary: 'Search posts of one forum',
  answers: 'Finds posts of one forum of the discussion forum whose title or text has all words of the query.',
  input: { forum: forumMember, query: queryText, ...searchInput },
  items: { name: 'posts', schema: forumPost },
  examples: [{ name: 'In a forum', input: { forum: 'informationtechnology', query: 'worth learning' } }],
  kind: 'uploads',
  ask: (input, context) => threadsMatching({ ...input, forum: askedForum(input.forum, 'forum') }, context),
  view: forumPostView,
})
