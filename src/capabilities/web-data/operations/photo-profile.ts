import { ofProfile, photoProfileMembers, photoProfileView } from '../families/account-view.ts'
import { accountInput, handleIn } from '../families/family-input.ts'
import { buildProfileQuestion } from '../families/family-questions.ts'
import { photoRecord, sourceRecord } from '../slice.ts'

export const photoProfile = sourceRecord({
  ...photoRecord,
  id: 'photoProfile',
  route: 'POST /v1/photo/profile',
  summary: 'Fetch an account of the photo platform',
  tasks: ['Instagram account'],
  answers: 'Returns an account of the photo-sharing platform with its counts.',
  input: accountInput,
  output: photoProfileMembers,
  shows: ofProfile,
  what: 'account',
  examples: [{ name: 'By handle', input: { handle: 'dronask_media_example' } }],
  kind: 'accounts',
  ask(input, context) {
    const handle = handleIn(input, { platform: 'photo', deps: context.deps })
    return buildProfileQuestion(
      'photo',
      { handle, path: input.handle === undefined ? 'profileUrl' : 'handle' },
      context,
    )
  },
  view: photoProfileView,
})
