// Run by the health check of docker-compose.yml, as root, in mongosh. On the first start it forms the replica set and makes the users
// of app and backup; later it makes a user that is missing, as after an upgrade from a release without them.
const passwordIn = (file) => require('fs').readFileSync(file, 'utf8').trim();
const { MONGODB_APP_PASSWORD_FILE, MONGODB_BACKUP_PASSWORD_FILE } = process.env;
const users = [
  // Indexes and change streams included; nothing outside of the app's own database.
  {
    user: 'leadbridge-app',
    file: MONGODB_APP_PASSWORD_FILE,
    roles: [{ role: 'readWrite', db: 'leadbridge' }],
  },
  // To read everything, with the oplog; it can restore nothing.
  { user: 'leadbridge-backup', file: MONGODB_BACKUP_PASSWORD_FILE, roles: [{ role: 'backup', db: 'admin' }] },
];

try {
  rs.status();
} catch {
  rs.initiate({ _id: 'leadbridge', members: [{ _id: 0, host: 'mongodb:27017' }] });
}
if (db.hello().isWritablePrimary) {
  const admin = db.getSiblingDB('admin');
  for (const { user, file, roles } of users) {
    if (admin.getUser(user) === null) {
      admin.createUser({ user, pwd: passwordIn(file), roles });
    }
  }
} else {
  quit(1);
}
