import { videoIn, videoInput } from '../families/family-input.ts'
import { commentsOn } from '../families/family-questions.ts'
import { videoComment, videoCommentView } from '../families/upload-view.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoVideoComments = sourceOperation({
  ...videoPage,
  id: 'videoVideoComments',
  route: 'POST /v1/video/video-comments',
  summary: 'List comments on a video',
  tasks: ['comments on a TikTok video'],
  answers: 'Returns comments on a video of the short-video platform, the newest first.',
  input: videoInput,
  items: { name: 'comments', schema: videoComment },
  examples: [{ name: 'By id', input: { videoId: 'sample-c10-video-0' } }],
  kind: 'replies',
  ask: (input, context) => commentsOn({ ...videoIn(input, context), capability: 'video.comments' }, context),
  view: videoCommentView,
})
