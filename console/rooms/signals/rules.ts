import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refusedAt, settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import type { Schema } from '../../parts/schema-shape.ts'
import type { Kind, MemberName, RuleConfig } from './watchlists.ts'

type RuleView = Schemas['TrackerRuleView']

/** All rules, with what each is for. */
export const useRules = () =>
  useQuery({
    queryKey: ['tracker rules'],
    queryFn: () => settle(api.GET('/v1/tracker/rules', {})),
    staleTime: Infinity,
    select: ({ output }) => [...output.companyRules, ...output.personRules, ...output.additionalRules],
  })

/** One rule with the schema of its configuration. */
export const useRule = (rule: string | undefined) =>
  useQuery({
    queryKey: ['tracker rule', rule],
    queryFn: () => settle(api.GET('/v1/tracker/rules', { params: { query: { rule: rule ?? '' } } })),
    staleTime: Infinity,
    enabled: rule !== undefined,
    select: ({ output }) => {
      const [view] = [...output.companyRules, ...output.personRules, ...output.additionalRules]
      return view && { ...view, schema: (view.config.schema ?? {}) as Schema }
    },
  })

/** Members of a rule that the page fills in. */
export const ownMembers = ['type', 'entityType', 'id', 'isDummy']

/** `kind` and what somebody looks for in the name, the purpose and the description. */
export function findRules(rules: readonly RuleView[], kind: Kind, wanted: string): RuleView[] {
  const parts = wanted.toLowerCase().split(/\s+/)
  return rules.filter(({ entityType, readableName, useCase, description }) => {
    const text = `${readableName} ${useCase} ${description}`.toLowerCase()
    return entityType === kind && parts.every((part) => text.includes(part))
  })
}

const quietMs = 300

/** A value once it has stopped changing, so that typing a number asks once. */
function useQuiet<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}

const asRule = (config: RuleConfig) => config as unknown as Schemas['TrackerRule']

/** Who a rule is tried on: a list, or names that are in none yet. */
export interface Tried {
  listId?: string | undefined
  names?: readonly MemberName[] | undefined
}

/** A trial may name so many. */
const maxTried = 1_000

export function useBacktest(config: RuleConfig | undefined, kind: Kind, { listId, names = [] }: Tried) {
  const some = names.slice(0, maxTried)
  const members = some.length === 0 ? {} : { [kind === 'company' ? 'companies' : 'people']: some }
  const body = useQuiet({ config, ...(listId !== undefined && { listId }), ...members })
  return useQuery({
    queryKey: ['backtest', body],
    queryFn: () =>
      settle(
        api.POST('/v1/tracker/rules/backtest', { body: { ...body, config: asRule(body.config ?? {}) } }),
      ),
    select: ({ output }) => output,
    enabled: body.config !== undefined && (listId !== undefined || some.length > 0),
    placeholderData: (before) => before,
  })
}

/** What the service refused a member of a rule for. */
export const refusedMember = (error: Error | null, name: string) => refusedAt(error, `config.${name}`)

/** Whether all of a refusal is said beside the members of the form. */
export const isSaidAtFields = (error: Error | null, config: RuleConfig) =>
  Object.keys(config).some((name) => !ownMembers.includes(name) && refusedMember(error, name) !== undefined)

export function usePreview(config: RuleConfig | undefined) {
  const settled = useQuiet(config ?? null)
  return useQuery({
    queryKey: ['signal preview', settled],
    queryFn: () =>
      settle(api.POST('/v1/tracker/rules/preview-signal', { body: { config: asRule(settled ?? {}) } })),
    select: ({ output }) => output.signal,
    enabled: settled !== null,
    placeholderData: (before) => before,
  })
}
