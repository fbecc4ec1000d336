import { Field, Form, Formik } from 'formik';

export default () => (
  <Formik initialValues={{ name: '' }} onSubmit={() => undefined}>
    <Form id="formik">
      formik <Field name="name" aria-label="Name" />
    </Form>
  </Formik>
);
