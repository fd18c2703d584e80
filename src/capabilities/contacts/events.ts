import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'
import { contactKinds, emailStatuses, emailTypes, phoneTypes } from './kinds.ts'

const email = z.object({
  email: z.string(),
  type: z.enum(emailTypes),
  status: z.enum(emailStatuses),
})
const phoneNumber = z.object({ number: z.string(), type: z.enum(phoneTypes) })

export const revealCompleted = defineEvent({
  key: 'reveal.completed',
  group: 'enrichment',
  describe: 'An exhaustive contact enrichment of a person has ended.',
  schema: z.strictObject({
    task_id: z.string(),
    pnet_url: z.string(),
    emails: z.array(email),
    phone_numbers: z.array(phoneNumber),
    success: z.boolean(),
    error: z.string().nullable(),
  }),
  example: {
    task_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    pnet_url: 'https://www.pnet.example/in/ada-example',
    emails: [{ email: 'ada@acme.example', type: 'work', status: 'valid' }],
    phone_numbers: [],
    success: true,
    error: null,
  },
})

export const batchContactEnrichCompleted = defineEvent({
  key: 'batch_contact_enrich.completed',
  group: 'enrichment',
  describe: 'A batch of contact details has ended.',
  schema: z.strictObject({
    task_id: z.string(),
    success: z.boolean(),
    total_people: z.number().int(),
    completed: z.number().int(),
    found: z.number().int(),
    rejected: z.number().int(),
    duplicates: z.number().int(),
    error: z.string().nullable(),
  }),
  example: {
    task_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    total_people: 100,
    completed: 98,
    found: 71,
    rejected: 2,
    duplicates: 0,
    error: null,
  },
})

export const contactRefunded = defineEvent({
  key: 'contact.refunded',
  group: 'enrichment',
  describe: 'A contact that was paid for became invalid within the time for refunds and was refunded.',
  schema: z.strictObject({
    request_id: z.string(),
    pnet_url: z.string().nullable(),
    kind: z.enum(contactKinds),
    emails: z.array(z.string()),
    reason: z.literal('invalid'),
    credits_refunded: z.number(),
  }),
  example: {
    request_id: 'req_01kf3wz3a0s6n4yq8b2c7d5e9f',
    pnet_url: 'https://www.pnet.example/in/ada-example',
    kind: 'work_email',
    emails: ['ada@acme.example'],
    reason: 'invalid',
    credits_refunded: 2,
  },
})
