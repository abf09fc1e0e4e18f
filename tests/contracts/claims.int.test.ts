import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createImportStore } from '@leadbridge/store';

import { createMemoryImportStore } from '../../packages/usecases/src/testing/memory-import-store.js';
import { twins } from '../support/twins.js';

const validMs = 10_000;

describe.each(twins(createMemoryImportStore, createImportStore))(
  'the contract of claims, $name',
  ({ open }) => {
    const keysOf = (count: number) =>
      Array.from({ length: count }, () => `email:${randomUUID()}@example.com`);

    it('gives a key to one holder at a time, under a rising fence', async () => {
      const store = open();
      const [a = '', b = '', c = ''] = keysOf(3);
      const first = await store.claim([a, b], validMs);
      const second = await store.claim([b, c], validMs);
      expect([...first.held]).toEqual([a, b]);
      expect([[...second.held], [...second.busy]]).toEqual([[c], [b]]);
      expect(second.fence).toBeGreaterThan(first.fence);
      await store.releaseClaims(first);
      expect([...(await store.claim([b], validMs)).held]).toEqual([b]);
    });

    it('may have a fence that was reserved before', async () => {
      const store = open();
      const [a = '', b = ''] = keysOf(2);
      const fence = await store.reserveFence();
      const second = await store.claim([b], validMs);
      expect(second.fence).toBeGreaterThan(fence);
      const first = await store.claim([a], validMs, fence);
      expect([first.fence, [...first.held]]).toEqual([fence, [a]]);
    });

    it('can only be renewed by the holder', async () => {
      const store = open();
      const keys = keysOf(2);
      const first = await store.claim(keys, validMs);
      expect(await store.renewClaims(first, validMs)).toBe(true);
      await store.releaseClaims(first);
      const second = await store.claim(keys, validMs);
      expect(await store.renewClaims(first, validMs)).toBe(false);
      expect(await store.renewClaims(second, validMs)).toBe(true);
    });

    it('passes on which keys were left unsettled, once', async () => {
      const store = open();
      const [a = '', b = ''] = keysOf(2);
      const first = await store.claim([a, b], validMs);
      expect([first.inherited.size, first.inheritedForMs]).toEqual([0, Infinity]);
      await store.releaseClaims(first, [b]);
      const second = await store.claim([a, b], validMs);
      expect([...second.inherited]).toEqual([b]);
      expect(second.inheritedForMs).toBeLessThan(validMs);
      await store.releaseClaims(second);
      expect((await store.claim([a, b], validMs)).inherited.size).toBe(0);
    });

    it('takes nothing when it only looks', async () => {
      const store = open();
      const keys = keysOf(1);
      expect([...(await store.lookAtClaims(keys)).held]).toEqual(keys);
      expect([...(await store.claim(keys, validMs)).held]).toEqual(keys);
      expect((await store.lookAtClaims(keys)).held.size).toBe(0);
    });
  },
);
