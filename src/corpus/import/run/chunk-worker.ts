import { answerTasks } from '../../../lib/thread-tasks.ts'
import { builtBuffers, openChunkTasks } from './chunk-tasks.ts'

answerTasks(openChunkTasks(), builtBuffers)
