import { z } from 'zod'
import { storable } from '../../lib/storable-text.ts'
import { invalidMember, optional, resourceId } from '../../operation/index.ts'
import { listStatuses } from './list-view.ts'
import { scanStatuses } from './scan-rows.ts'

export const listName = z.string().trim().overwrite(storable).min(1).max(200)

const listId = (doc: string) => optional(resourceId('job-change list', { prefix: 'jcl' })).describe(doc)

/** Id of a list under both names that clients use for it. */
export const listIdMembers = {
  jobChangeListId: listId('Id of the job-change list.'),
  listId: listId('Another name of jobChangeListId.'),
}

/** The list a request names. Throws a 400 where it names none, or two. */
export function namedList(input: {
  jobChangeListId?: string | undefined
  listId?: string | undefined
}): string {
  const named = input.jobChangeListId ?? input.listId
  if (named === undefined)
    throw invalidMember('jobChangeListId', 'Send the id of a job-change list.', 'required')
  if (input.listId !== undefined && input.listId !== named)
    throw invalidMember('listId', 'jobChangeListId names another list.', 'one_list')
  return named
}

const movementCounts = z.object({
  promoted: z.int(),
  lateralMove: z.int(),
  newRole: z.int(),
  changed: z.int(),
})

/** A job-change list as shown. */
export const listView = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    status: z
      .enum(listStatuses)
      .describe(
        'DRAFT: no profiles. BUILDING: a scan is under way. ERROR: the last scan failed, or the credits did not cover it. NORMAL: otherwise.',
      ),
    isActive: z.boolean().describe('Whether it is scanned every week.'),
    profileCount: z.int(),
    nextScanAt: z.iso.datetime().nullable().describe('Null while it is not active.'),
    lastScan: z
      .object({
        status: z.enum(scanStatuses),
        startedAt: z.iso.datetime(),
        completedAt: z.iso.datetime().nullable(),
        movements: movementCounts,
        creditsCharged: z.number(),
      })
      .nullable()
      .describe('Null before the first scan.'),
  })
  .meta({ id: 'JobChangeList' })
