import { postIn, postInput } from '../families/family-input.ts'
import { commentsOn } from '../families/family-questions.ts'
import { photoComment, photoCommentView } from '../families/upload-view.ts'
import { photoPage, sourceOperation } from '../slice.ts'

export const photoPostComments = sourceOperation({
  ...photoPage,
  id: 'photoPostComments',
  route: 'POST /v1/photo/post-comments',
  summary: 'List comments on a post of the photo platform',
  tasks: ['Instagram comments'],
  answers: 'Returns comments on a post or reel of the photo-sharing platform, the newest first.',
  input: postInput,
  items: { name: 'comments', schema: photoComment },
  examples: [{ name: 'By shortcode', input: { postUrl: 'samplec10photo0' } }],
  kind: 'replies',
  ask(input, context) {
    const post = postIn(input, { platform: 'photo', deps: context.deps })
    return commentsOn({ ...post, capability: 'photo.comments' }, context)
  },
  view: photoCommentView,
})
