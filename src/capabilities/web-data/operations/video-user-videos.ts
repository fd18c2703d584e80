import { accountInput, handleIn } from '../families/family-input.ts'
import { uploadsBy } from '../families/family-questions.ts'
import { videoItem, videoView } from '../families/upload-view.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoUserVideos = sourceOperation({
  ...videoPage,
  id: 'videoUserVideos',
  route: 'POST /v1/video/user-videos',
  summary: 'List videos of an account',
  tasks: ['videos of a TikTok account'],
  answers: 'Returns videos of an account of the short-video platform, the newest first.',
  input: accountInput,
  items: { name: 'videos', schema: videoItem },
  examples: [{ name: 'By handle', input: { handle: 'zriclar_example' } }],
  kind: 'uploads',
  ask(input, context) {
    const handle = handleIn(input, { platform: 'video', deps: context.deps })
    return uploadsBy({ capability: 'video.videos', handle, types: ['video'] }, context)
  },
  view: videoView,
})
