import { forumMember, searchInput, buildThreadsQuestion } from '../families/forum-questions.ts'
import { askedForum } from '../families/platform-address.ts'
import { forumPost, forumPostView } from '../families/upload-view.ts'
import { forumPage, sourceOperation } from '../slice.ts'

export const forumSubforumPosts = sourceOperation({
  ...forumPage,
  id: 'forumSubforumPosts',
  route: 'POST /v1/forum/subforum/posts',
  summary: 'List posts of one forum',
  tasks: ['posts of a subreddit'],
  answers: 'Returns posts of one forum of the discussion forum.',
  input: { forum: forumMember, ...searchInput },
  items: { name: 'posts', schema: forumPost },
  examples: [{ name: 'A forum', input: { forum: 'informationtechnology' } }],
  kind: 'uploads',
  ask: (input, context) =>
    buildThreadsQuestion({ ...input, forum: askedForum(input.forum, 'forum') }, context),
  view: forumPostView,
})
