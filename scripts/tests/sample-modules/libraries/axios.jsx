import axios from 'axios';

const client = axios.create({ baseURL: '/api' });

export default () => <p id="axios">axios {client.getUri({ url: '/a' })}</p>;
