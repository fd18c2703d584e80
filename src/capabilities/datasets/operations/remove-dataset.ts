import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeState } from '../change-state.ts'
import { datasetName, stateAnswer } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const removeDataset = operation({
  id: 'removeDataset',
  route: 'POST /v1/datasets/remove',
  tag,
  summary: 'Take an open data set out of the corpus',
  describe:
    'Takes out what this data set alone says, in the background, and keeps what others say. For the operator of the installation.',
  input: z.object({ name: datasetName }),
  output: stateAnswer,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Research organisations', input: { name: 'ror' } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { name }, call, deps }) => changeState(deps, call, { name, state: 'leaving' }),
})
