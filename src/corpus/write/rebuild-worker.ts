import { answerTasks } from '../../lib/thread-tasks.ts'
import { rebuildRows } from './rebuild-rows.ts'

answerTasks(rebuildRows, ({ rows, identifiers }) => [rows, identifiers])
