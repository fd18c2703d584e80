import { videoIn, videoInput } from '../families/family-input.ts'
import { buildUploadQuestion } from '../families/family-questions.ts'
import { videoItem, videoView } from '../families/upload-view.ts'
import { sourceRecord, videoRecord } from '../slice.ts'

export const videoVideoDetails = sourceRecord({
  ...videoRecord,
  id: 'videoVideoDetails',
  route: 'POST /v1/video/video-details',
  summary: 'Fetch a video',
  answers: 'Returns a video of the short-video platform by its address or id.',
  input: videoInput,
  output: { video: videoItem },
  what: 'video',
  examples: [{ name: 'By id', input: { videoId: 'sample-c10-video-0' } }],
  kind: 'uploads',
  ask(input, context) {
    const path = input.videoId === undefined ? 'videoUrl' : 'videoId'
    const video = { ...videoIn(input, context), capability: 'video.video', path } as const
    return buildUploadQuestion({ ...video, type: 'video' }, context)
  },
  view: (video) => ({ video: videoView(video) }),
})
