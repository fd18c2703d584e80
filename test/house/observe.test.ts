import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../src/config.ts'

interface Service {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
}

const read = (file: string) =>
  parse(readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')) as {
    services: Record<string, Service>
  }
const { services } = read('observe/compose.yaml')

test('the service of compose.yaml reports to the viewer beside it, by settings that exist', () => {
  expect(Object.keys(read('compose.yaml').services)).toContain('almanac')
  const environment = services['almanac']?.environment ?? {}
  expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(Object.keys(environment)))
  const { hostname, port } = new URL(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '')
  expect(services[hostname]?.ports).toContain(`127.0.0.1:${port}:${port}`)
})

test('the viewer is an image of one version, reached from this machine alone', () => {
  const { image, ports = [] } = services['jaeger'] ?? {}
  expect(image).toMatch(/^[a-z]+\/[a-z]+:\d+\.\d+\.\d+$/)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})
