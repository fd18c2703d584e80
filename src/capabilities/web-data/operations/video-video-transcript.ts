import { videoIn, videoInput } from '../families/family-input.ts'
import { buildUploadQuestion } from '../families/family-questions.ts'
import { ofTranscript, transcriptMembers, transcriptView } from '../families/upload-view.ts'
import { sourceRecord, videoRecord } from '../slice.ts'

export const videoVideoTranscript = sourceRecord({
  ...videoRecord,
  id: 'videoVideoTranscript',
  route: 'POST /v1/video/video-transcript',
  summary: 'Fetch the transcript of a video',
  tasks: ['what is said in a video, subtitles'],
  answers: 'Returns what is said in a video of the short-video platform, in segments with their times.',
  input: videoInput,
  output: transcriptMembers,
  shows: ofTranscript,
  what: 'transcript',
  examples: [{ name: 'By id', input: { videoId: 'sample-c10-video-0' } }],
  kind: 'uploads',
  ask(input, context) {
    const path = input.videoId === undefined ? 'videoUrl' : 'videoId'
    const video = { ...videoIn(input, context), capability: 'video.transcript', path } as const
    return buildUploadQuestion({ ...video, type: 'video', has: 'transcript' }, context)
  },
  view: transcriptView,
})
