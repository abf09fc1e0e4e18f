import type mongoose from 'mongoose';

/** Every lead record again and again under other keys: what many more imports would have left. */
export async function copyLeads(connection: mongoose.Connection, copies: number): Promise<void> {
  const collection = connection.collection<{ _id: number; key: string }>('leads');
  const originals = await collection.find({}).limit(1_000).toArray();
  for (let copy = 1; copy < copies; copy += 1) {
    await collection.insertMany(
      originals.map((lead) => ({ ...lead, _id: lead._id + copy * 10_000_000, key: `${lead.key}#${copy}` })),
      { ordered: false },
    );
  }
}
