import { answerTasks } from '../../lib/thread-tasks.ts'
import { chunkRows } from './chunk.ts'

answerTasks(chunkRows, ({ built: { tables, records } }) => [
  ...tables.map(({ text }) => text),
  records.records,
  records.identifiers,
  records.snapshots,
])
