import { postIn, postInput } from '../families/family-input.ts'
import { commentsOfThread, threadBeside } from '../families/forum-questions.ts'
import { depthFirst } from '../families/depth-first.ts'
import { forumComment, forumCommentView, forumPost } from '../families/upload-view.ts'
import { forumPage, sourceOperation } from '../slice.ts'

export const forumPostComments = sourceOperation({
  ...forumPage,
  id: 'forumPostComments',
  route: 'POST /v1/forum/post/comments',
  summary: 'Fetch a post of the discussion forum with its comments',
  tasks: ['Reddit thread with comments'],
  answers:
    'Returns a post of the discussion forum and the comments on it as one list: each comment is followed by its replies. The post comes with every page; null if it is not known.',
  input: postInput,
  otherNames: { postUrlOrId: 'postUrl' },
  items: { name: 'comments', schema: forumComment },
  beside: {
    shape: { post: forumPost.nullable() },
    read: (input, context) => threadBeside(postIn(input, { platform: 'forum', deps: context.deps }), context),
    isContent: ({ post }) => post !== null,
  },
  examples: [{ name: 'By id', input: { postId: 'sample-p0-forum-0' } }],
  kind: 'replies',
  ask: (input, context) =>
    commentsOfThread(postIn(input, { platform: 'forum', deps: context.deps }), context),
  arrange: depthFirst,
  view: forumCommentView,
})
