import { answerTasks } from '../../lib/thread-tasks.ts'
import { rebuildRows } from './rebuild-rows.ts'

answerTasks(rebuildRows, ({ rows, companions, identifiers }) => [rows, companions, identifiers])
