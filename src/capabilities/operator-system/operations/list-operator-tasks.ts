import { z } from 'zod'
import { free, makePage, openPage, pageInput, perMinute } from '../../../operation/index.ts'
import { taskView, viewOfTask } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listOperatorTasks = operation({
  id: 'listOperatorTasks',
  route: 'GET /operator/v1/tasks',
  tag: operatorTag,
  summary: 'List the tasks of the operator',
  describe:
    'Pages through the tasks of startOperatorTask, the newest first, without their results. For the operator of the installation.',
  input: z.object(pageInput({ sizes: { default: 50, most: 200 } })),
  output: z.object({ tasks: z.array(taskView.omit({ result: true })), nextCursor: z.string().nullish() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['invalid-cursor'],
  pages: 'nextCursor',
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, deps }) {
    const seal = { key: deps.secret, of: 'listOperatorTasks', organizationId: '' }
    const before = openPage(cursor, seal, z.string())
    const tasks = await deps.tasks.list({ before, most: size + 1 })
    const { items, nextCursor } = makePage(tasks, { size, seal, position: ({ id }) => id })
    const views = items.map((task) => {
      const { result: _result, ...view } = viewOfTask(task)
      return view
    })
    return { tasks: views, ...(nextCursor === null ? {} : { nextCursor }) }
  },
})
