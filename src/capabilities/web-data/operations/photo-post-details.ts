import { postIn, postInput } from '../families/family-input.ts'
import { buildUploadQuestion } from '../families/family-questions.ts'
import { photoPost, photoPostView } from '../families/upload-view.ts'
import { photoRecord, sourceRecord } from '../slice.ts'

export const photoPostDetails = sourceRecord({
  ...photoRecord,
  id: 'photoPostDetails',
  route: 'POST /v1/photo/post-details',
  summary: 'Fetch a post of the photo platform',
  answers: 'Returns a post or reel of the photo-sharing platform by its address, id or shortcode.',
  input: postInput,
  output: { post: photoPost },
  what: 'post',
  examples: [{ name: 'By shortcode', input: { postUrl: 'samplec10photo0' } }],
  kind: 'uploads',
  ask(input, context) {
    const post = postIn(input, { platform: 'photo', deps: context.deps })
    const path = input.postId === undefined ? 'postUrl' : 'postId'
    return buildUploadQuestion({ ...post, capability: 'photo.post', path }, context)
  },
  view: (post) => ({ post: photoPostView(post) }),
})
