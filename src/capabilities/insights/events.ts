import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

export const depthChartCompleted = defineEvent({
  key: 'depth_chart.completed',
  group: 'analytics',
  describe: 'The depth chart of a company is done.',
  schema: z.strictObject({
    task_id: z.string(),
    success: z.boolean(),
    company_name: z.string().nullable(),
    employee_count: z.number().int(),
    classified_employee_count: z.number().int(),
    error: z.string().nullable(),
  }),
  example: {
    task_id: 'task_01kf3wz3a0s6n4yq8b2c7d5e9f',
    success: true,
    company_name: 'Acme Robotics',
    employee_count: 480,
    classified_employee_count: 452,
    error: null,
  },
})
