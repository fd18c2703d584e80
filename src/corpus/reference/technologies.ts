import { buildOnce } from './build-once.ts'
import names from '../../../data/reference/technologies.json' with { type: 'json' }
import type { TechnologiesBody } from './schema.ts'

/** The body of getTechnologies: the predefined names of the technology filters, as they are written there. */
export const technologiesBody: () => TechnologiesBody = buildOnce(() => ({ technologies: [...names] }))
