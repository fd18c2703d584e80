import { ofProfile, videoProfileMembers, videoProfileView } from '../families/account-view.ts'
import { accountInput, handleIn } from '../families/family-input.ts'
import { buildProfileQuestion } from '../families/family-questions.ts'
import { sourceRecord, videoRecord } from '../slice.ts'

export const videoProfile = sourceRecord({
  ...videoRecord,
  id: 'videoProfile',
  route: 'POST /v1/video/profile',
  summary: 'Fetch an account of the video platform',
  tasks: ['TikTok account'],
  answers: 'Returns an account of the short-video platform with its counts.',
  input: accountInput,
  output: videoProfileMembers,
  shows: ofProfile,
  what: 'account',
  examples: [{ name: 'By handle', input: { handle: 'zriclar_example' } }],
  kind: 'accounts',
  ask(input, context) {
    const handle = handleIn(input, { platform: 'video', deps: context.deps })
    return buildProfileQuestion(
      'video',
      { handle, path: input.handle === undefined ? 'profileUrl' : 'handle' },
      context,
    )
  },
  view: videoProfileView,
})
