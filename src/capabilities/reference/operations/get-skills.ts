import { z } from 'zod'
import { skillsBody, skillsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getSkills = operation({
  id: 'getSkills',
  route: 'GET /v1/enums/skills',
  tag,
  summary: 'List skills',
  tasks: ['values of the skill filter'],
  describe:
    'Returns the usual names of skills over all professions, in alphabetical order. Skill filters take other names too; these are the ones worth suggesting.',
  input: z.object({}),
  output: skillsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All skills', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => skillsBody(),
})
