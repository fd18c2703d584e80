import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { settings } from '../../src/config.ts'
import { chart, chartSchema, renderChart, valuesWith, type Manifest } from './helm-chart.ts'

const root = join(import.meta.dirname, '../..')
const given = {
  settingsSecret: 'almanac-settings',
  keySecret: 'almanac-key',
  settings: { ALMANAC_S3_BUCKET: 'almanac', ALMANAC_BASE_URL: 'https://almanac.example/"a"' },
}
const values = valuesWith(given)
const { manifests, notes } = await renderChart(values)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)

interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value: string }[]
  securityContext: Record<string, unknown>
  resources: { requests?: Record<string, string>; limits?: Record<string, string> }
  volumeMounts: { name: string; mountPath: string }[]
  startupProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
  readinessProbe?: { httpGet: { path: string } }
}
interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    initContainers: Container[]
    containers: Container[]
    volumes: { name: string }[]
    securityContext: Record<string, unknown>
    terminationGracePeriodSeconds?: number
  }
}
const podOf = (manifest: Manifest) => manifest.spec['template'] as Pod
const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(podOf)
const containers = pods.flatMap(({ spec }) => [...spec.initContainers, ...spec.containers])

const typeOf: Record<string, string> = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
}

describe('deploy/helm/almanac', () => {
  test('renders what Kubernetes knows, without a field that it does not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-chart-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      const lines = manifests.map(
        ({ kind }, index) =>
          `import type { I${kind} as Kind${index} } from 'kubernetes-models/${typeOf[kind]}'\n` +
          `export const manifest${index}: Kind${index} = ${JSON.stringify(manifests[index])}\n`,
      )
      // That a field is refused where it is unknown is checked along.
      const wrong = JSON.stringify({ ...manifests[0], unknown: true })
      lines.push(`// @ts-expect-error\nexport const wrong: Kind0 = ${wrong}\n`)
      writeFileSync(join(folder, 'manifests.ts'), lines.join(''))
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --types'
      const checked = spawnSync(process.execPath, [compiler, ...options.split(' '), '', 'manifests.ts'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(checked.stdout).toBe('')
      expect(checked.status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('renders values that the schemas of Kubernetes take', async () => {
    const models: Record<string, Record<string, unknown>> = {
      'apps/v1': await import('kubernetes-models/apps/v1'),
      'batch/v1': await import('kubernetes-models/batch/v1'),
      'policy/v1': await import('kubernetes-models/policy/v1'),
      v1: await import('kubernetes-models/v1'),
    }
    for (const manifest of manifests) {
      const Model = models[manifest.apiVersion]?.[manifest.kind] as
        | (new (data: object) => { validate(): void })
        | undefined
      if (Model === undefined) throw new Error(`no schema for ${manifest.apiVersion} ${manifest.kind}`)
      expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow()
    }
  })

  test('has a deployment and a disruption budget of each role, a service to api, and a hook for migrations', () => {
    const names = ['blue-api', 'blue-scheduler', 'blue-worker']
    expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toEqual(names)
    expect(ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual(names)
    for (const manifest of [...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')]) {
      const { matchLabels } = manifest.spec['selector'] as { matchLabels: Record<string, string> }
      const component = manifest.metadata.labels['app.kubernetes.io/component']
      expect(matchLabels['app.kubernetes.io/component']).toBe(component)
      const chosen = pods.filter(({ metadata }) =>
        Object.entries(matchLabels).every(([label, value]) => metadata.labels[label] === value),
      )
      expect(chosen).toHaveLength(1)
    }
    const roles = pods.flatMap(({ spec }) => spec.containers.map(({ env = [] }) => env))
    const taken = roles.flatMap((env) => env.filter(({ name }) => name === 'ALMANAC_ROLES'))
    expect(taken.map(({ value }) => value)).toEqual(['api', 'api,scheduler', 'api,worker'])
    const [service] = ofKind('Service')
    expect(service?.spec['selector']).toMatchObject({ 'app.kubernetes.io/component': 'api' })
    const [job] = ofKind('Job')
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    expect(job && podOf(job).spec.containers[0]?.args).toEqual(['migrate'])
  })

  test('sets settings that the program takes, as they were written', () => {
    for (const { env = [] } of containers) {
      const set = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      expect(Object.keys(set).filter((name) => !(name in settings.shape))).toEqual([])
      expect(new Set(env.map(({ name }) => name)).size).toBe(env.length)
      if (env.length > 0) expect(set['ALMANAC_BASE_URL']).toBe('https://almanac.example/"a"')
    }
  })

  test('gives no container rights or room without bounds, and probes what the service answers', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      const volumes = spec.volumes.map(({ name }) => name)
      for (const container of [...spec.initContainers, ...spec.containers]) {
        expect(container.image).toBe(`almanac:${chart.appVersion}`)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(Object.keys(container.resources.requests ?? {})).toEqual(['cpu', 'memory'])
        expect(Object.keys(container.resources.limits ?? {})).toEqual(['memory'])
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
      }
    }
    for (const deployment of ofKind('Deployment')) {
      const { spec } = podOf(deployment)
      const [almanac] = spec.containers
      expect(almanac?.startupProbe?.httpGet.path).toBe('/health')
      expect(almanac?.livenessProbe?.httpGet.path).toBe('/health')
      expect(almanac?.readinessProbe?.httpGet.path).toBe('/ready')
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(35)
    }
  })

  test('holds no secret, and says what is of another version nowhere', () => {
    expect(ofKind('Secret')).toEqual([])
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect([chart.version, chart.appVersion]).toEqual([version, version])
    expect(notes).toContain('http://blue.data:8080')
  })

  test('renders lists and settings of a user', async () => {
    const other = await renderChart(
      valuesWith({
        ...given,
        image: { repository: 'registry.example/almanac', tag: '7', pullSecrets: ['pull'] },
        processes: { api: { replicas: 5 } },
      }),
    )
    const api = other.manifests.find(({ metadata }) => metadata.name === 'blue-api')
    expect(api?.spec['replicas']).toBe(5)
    expect(api && podOf(api).spec).toMatchObject({
      imagePullSecrets: [{ name: 'pull' }],
      containers: [{ image: 'registry.example/almanac:7' }],
    })
  })

  test('an image is named by its content where a digest is given', async () => {
    const digest = `sha256:${'a'.repeat(64)}`
    const image = { repository: 'registry.example/almanac', tag: '7', digest }
    const other = await renderChart(valuesWith({ ...given, image }))
    for (const manifest of other.manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job'))
      for (const { image: name } of [
        ...podOf(manifest).spec.initContainers,
        ...podOf(manifest).spec.containers,
      ])
        expect(name).toBe(`registry.example/almanac@${digest}`)
  })

  test('refuses values without secrets or bucket, and values that nothing reads', () => {
    const takes = new Ajv({ allErrors: true }).compile(chartSchema)
    expect(takes(values), JSON.stringify(takes.errors)).toBe(true)
    const refused: [object, string][] = [
      [valuesWith({}), '/settingsSecret'],
      [valuesWith({ ...given, settings: { ALMANAC_ROLES: 'api' } }), '/settings'],
      [valuesWith({ ...given, settings: { DATABASE_URL: 'postgresql://secret' } }), '/settings'],
      [valuesWith({ ...given, image: { tag: 'latest' } }), '/image/tag'],
      [valuesWith({ ...given, image: { digest: 'abc' } }), '/image/digest'],
      [valuesWith({ ...given, processes: { api: { replicas: '2' } } }), '/processes/api/replicas'],
      [valuesWith({ ...given, processes: { worker: { roles: 'worker' } } }), '/processes/worker/roles'],
      [valuesWith({ ...given, ingress: {} }), ''],
    ]
    for (const [wrong, place] of refused) {
      expect(takes(wrong)).toBe(false)
      expect(takes.errors?.map(({ instancePath }) => instancePath)).toContain(place)
    }
  })
})
