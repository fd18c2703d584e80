import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'
import { movementView } from './movement-view.ts'

export const jobChanged = defineEvent({
  key: 'job.changed',
  group: 'monitoring',
  describe: 'A scan of a job-change list found people whose jobs changed, up to 20 per event.',
  schema: z.strictObject({
    jobChangeListId: z.string(),
    profiles: z.array(z.strictObject({ id: z.string(), pnetUrl: z.string(), movementDetails: movementView })),
  }),
  listId: ({ jobChangeListId }) => jobChangeListId,
  example: {
    jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f',
    profiles: [
      {
        id: 'jcp_5f0c1b7a9e3d4c2b8a6f1e0d',
        pnetUrl: 'https://www.pnet.example/in/ada-lovelace',
        movementDetails: {
          movement: 'new-role',
          discoveredAt: '2026-01-15T12:00:00.000Z',
          newCompanyName: 'Beta Robotics',
          newCompanyLiOrgId: '3002',
          newCompanyLiSlug: 'beta-robotics',
          newCompanyDomain: 'beta.example',
          newCompanyLogoUrl: null,
          newJobTitle: 'Head of Research',
          oldCompanyName: 'Acme Robotics',
          oldCompanyLiOrgId: '3001',
          oldCompanyLiSlug: 'acme-robotics',
          oldCompanyDomain: 'acme.example',
          oldCompanyLogoUrl: null,
          oldJobTitle: 'Engineer',
          startedInRoleAt: '2026-01',
          startedAtCompanyAt: '2026-01',
        },
      },
    ],
  },
})

export const profilesAdded = defineEvent({
  key: 'job_changes.profiles_added',
  group: 'monitoring',
  describe: 'Profiles were added to a job-change list.',
  schema: z.strictObject({
    list_id: z.string(),
    success: z.boolean(),
    total_added: z.int(),
    invalid_count: z.int(),
    error: z.string().nullable(),
  }),
  listId: (data) => data.list_id,
  example: {
    list_id: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    total_added: 25,
    invalid_count: 1,
    error: null,
  },
})

export const jobChangeScanCompleted = defineEvent({
  key: 'job_changes.scan_completed',
  group: 'monitoring',
  describe: 'A scan of a job-change list has completed or failed.',
  schema: z.strictObject({
    list_id: z.string(),
    scan_id: z.string(),
    success: z.boolean(),
    status: z.string(),
    started_at: z.iso.datetime(),
    total_movements: z.int(),
    error: z.string().nullable(),
  }),
  listId: (data) => data.list_id,
  example: {
    list_id: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f',
    scan_id: 'jcscan_01kf3wz3a0s6n4yq8b2c7d5e9g',
    success: true,
    status: 'COMPLETED',
    started_at: '2026-01-15T12:00:00.000Z',
    total_movements: 3,
    error: null,
  },
})
