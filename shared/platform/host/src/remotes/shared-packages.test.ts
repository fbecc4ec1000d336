import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as shared from '@shopwright/shared/toasts';
import { protectShared, sharedReact } from './shared-packages';

const packages = { ...sharedReact, '@shopwright/shared/toasts': shared };
const nothing = { get: () => null };

/** The objects that can still be changed, by the path that leads to them. React writes to its internals. */
function changeable(value: unknown, path: string, seen: Set<unknown>): string[] {
  if (Object(value) !== value || path.includes('_INTERNALS_') || seen.has(value)) return [];
  seen.add(value);
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value));
  return [
    ...(Object.isFrozen(value) ? [] : [path]),
    ...parts.flatMap(([name, part]) => changeable(part.value, `${path}.${name}`, seen)),
  ];
}

beforeAll(() => protectShared(packages));

test('nothing that remotes share can be changed, however deep it lies', () => {
  const seen = new Set<unknown>();
  for (const [request, namespace] of Object.entries(packages)) {
    const parts = Object.entries(namespace);
    expect(parts.flatMap(([name, part]) => changeable(part, `${request}.${name}`, seen))).toEqual(
      [],
    );
    expect(Object.isFrozen(namespace)).toBe(true);
  }
  expect(seen.size).toBeGreaterThan(100);
  expect(() => Object.assign(React.Children, { map: () => [] })).toThrow(TypeError);
  expect(() => Object.assign(React.Component.prototype, { setState: () => null })).toThrow(
    TypeError,
  );
  expect(() => Object.assign(shared.toasts, { show: () => 'none' })).toThrow(TypeError);
});

test('a class that was compiled for older browsers still extends what is shared', () => {
  function Old() {}
  const prototype = Object.create(React.Component.prototype) as object;
  Object.assign(prototype, { constructor: Old, setState: Old });
  expect([prototype.constructor, Reflect.get(prototype, 'setState')]).toEqual([Old, Old]);
  expect(React.Component.prototype.constructor).toBe(React.Component);
});

test.each([
  ['React', React, 'CLIENT', 'H'],
  ['React DOM', ReactDOM, 'DOM', 'p'],
])('nothing can be put in the way of the internals of %s', (_name, library, kind, field) => {
  const name = `__${kind}_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE`;
  const internals: unknown = Reflect.get(library, name);
  expect(internals).toHaveProperty(field);
  expect(() => Object.defineProperty(internals, field, nothing)).toThrow(TypeError);
  expect(() => Object.defineProperty(internals, 'more', nothing)).toThrow(TypeError);
  expect(Object.isExtensible(internals)).toBe(false);
});

test('scripts and sheets that a remote would put into the page by a call are refused in words', () => {
  const { 'react-dom': dom = {} } = sharedReact;
  const call = (name: string) => (Reflect.get(dom, name) as () => void)();
  expect(() => call('preinit')).toThrow('import it in place of preinit');
  expect(() => call('preinitModule')).toThrow('import it in place of preinit');
});
