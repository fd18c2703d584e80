import { answerTasks } from '../../../lib/thread-tasks.ts'
import { handedBuffers, openChunkTasks } from './chunk-tasks.ts'

answerTasks(openChunkTasks(), handedBuffers)
