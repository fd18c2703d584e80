import { z } from 'zod'
import { Failure, free, outsideId, perMinute } from '../../../operation/index.ts'
import { taskView, viewOfTask } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const getOperatorTask = operation({
  id: 'getOperatorTask',
  route: 'GET /operator/v1/tasks/{taskId}',
  tag: operatorTag,
  summary: 'Read how a task of the operator is',
  describe: 'Returns a task of startOperatorTask with what came of it. For the operator of the installation.',
  input: z.object({ taskId: outsideId(z.string().min(1).max(100)).describe('Id of a task, `otask_…`.') }),
  output: taskView,
  price: free(),
  limit: perMinute(300),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'A task', input: { taskId: 'otask_01jz0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, deps }) {
    const task = await deps.tasks.find(input.taskId)
    return task === undefined ? new Failure('not-found') : viewOfTask(task)
  },
})
