import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeState } from '../change-state.ts'
import { datasetName, stateAnswer } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const updateDataset = operation({
  id: 'updateDataset',
  route: 'POST /v1/datasets/update',
  tag,
  summary: 'Read the newest publication of a data set now',
  describe:
    'Asks for an update of a data set that was added, in the background and whatever its rhythm. What its entry or the publisher refuses is in `problem` of `listDatasets`, and what is loaded stays. For the operator of the installation.',
  input: z.object({ name: datasetName }),
  output: stateAnswer,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Research organisations', input: { name: 'ror' } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { name }, call, deps }) => changeState(deps, call, { name, state: 'wanted' }),
})
