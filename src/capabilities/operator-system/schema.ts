import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import { Failure, outsideId } from '../../operation/index.ts'
import type { JobView } from '../../platform/jobs/index.ts'
import { taskKinds, taskStates, type StoredTask } from './task-rows.ts'

export const taskKind = z.enum(taskKinds)

export const taskView = z.object({
  taskId: z.string(),
  kind: taskKind,
  state: z
    .enum(taskStates)
    .describe(
      '`interrupted`: its process ended before its end, or the service was stopped; ask for it again.',
    ),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What came of it; its members depend on the kind.'),
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})

export const viewOfTask = (task: StoredTask): z.output<typeof taskView> => ({
  taskId: task.id,
  kind: task.kind,
  state: task.state,
  result: task.result,
  problem: task.problem,
  createdAt: task.createdAt.toISOString(),
  startedAt: task.startedAt?.toISOString() ?? null,
  endedAt: task.endedAt?.toISOString() ?? null,
})

export const jobId = outsideId(z.string().min(1).max(100)).describe('Id of a job, `task_…`.')
export const jobStates = ['queued', 'running', 'completed', 'failed', 'canceled'] as const

export const jobView = z.object({
  jobId: z.string(),
  kind: z.string(),
  organizationId: z.string(),
  requestId: z.string(),
  state: z.enum(jobStates),
  total: z.int().nullable().describe('Items; null until they are known.'),
  delivered: z.int(),
  empty: z.int(),
  failed: z.int(),
  heldCredits: z.number(),
  chargedCredits: z.number(),
  runsWithoutProgress: z.int().describe('At five it is given up.'),
  error: z.string().nullable().describe('Why it failed or was ended.'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})

export const viewOfJob = (job: JobView): z.output<typeof jobView> => ({
  jobId: job.id,
  kind: job.kind,
  organizationId: job.organizationId,
  requestId: job.requestId,
  state: job.state,
  total: job.total,
  delivered: job.delivered,
  empty: job.empty,
  failed: job.failed,
  heldCredits: toCredits(job.held),
  chargedCredits: toCredits(job.charged),
  runsWithoutProgress: job.runsWithoutProgress,
  error: job.error,
  createdAt: job.createdAt.toISOString(),
  startedAt: job.startedAt?.toISOString() ?? null,
  finishedAt: job.finishedAt?.toISOString() ?? null,
})

/** A job that has ended cannot be worked on again: its credits were given back. */
export const jobEnded = (state: string): Failure =>
  new Failure('conflict', {
    issues: [{ path: 'jobId', message: `The job is ${state}. Its start can be repeated.`, code: 'state' }],
  })
