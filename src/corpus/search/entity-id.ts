import { z } from 'zod'

/** An entity by the `entity_id` that its record shows. Longer ids are nobody's. */
export const entityId = z.string().regex(/^\d{1,18}$/, 'Expected digits.')
