import { answersTo, commentInput } from '../families/video-questions.ts'
import { videoComment, videoCommentView } from '../families/upload-view.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoCommentReplies = sourceOperation({
  ...videoPage,
  id: 'videoCommentReplies',
  route: 'POST /v1/video/comment-replies',
  summary: 'List replies to a comment on a video',
  answers: 'Returns the replies to a comment on a video of the short-video platform, the newest first.',
  input: commentInput,
  items: { name: 'comments', schema: videoComment },
  examples: [{ name: 'By id', input: { commentId: 'sample-p19-video-0-k0' } }],
  kind: 'replies',
  ask: answersTo,
  view: videoCommentView,
})
