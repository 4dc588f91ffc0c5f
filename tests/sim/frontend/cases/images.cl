// Images and samplers: what each function takes.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
struct holder { image2d_t i; };                                   // error: a member cannot be __read_only image2d_t
image2d_t gives(image2d_t i) { return i; }                        // error: a function cannot return an image
float4 helper(read_only image2d_t i, sampler_t s, float2 at) { return read_imagef(i, s, at); }
__kernel void images(read_only image2d_t in, write_only image2d_t out, __read_only image3d_t solid,
                     image1d_buffer_t texels, read_only image2d_array_t layers, sampler_t s, int n)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 color = read_imagef(in, s, at) + read_imagef(in, nearest, at) + helper(in, linear, convert_float2(at));
    color += read_imagef(in, at) + read_imagef(solid, (int4)(at, 0, 0)) + read_imagef(texels, 3);
    int4 number = read_imagei(layers, (int4)(at, 0, 0));
    write_imagef(out, at, color + convert_float4(number));
    write_imagef(out, at, number);                                // error: argument 3 of write_imagef() must be float4, not int4
    read_imagef(out, at);                                         // error: argument 1 of read_imagef() must be an image that may be read
    write_imagef(in, at, color);                                  // error: argument 1 of write_imagef() must be an image that may be written
    read_imagef(solid, at);                                       // error: argument 2 of read_imagef() must be int4, not int2
    read_imagef(texels, s, 3);                                    // error: must be the coordinate (image1d_buffer_t is read without a sampler)
    get_image_depth(in);                                          // error: must be an image of three dimensions
    get_image_array_size(in);                                     // error: must be an array of images
    read_imagef(n, at);                                           // error: argument 1 of read_imagef() must be an image
    image2d_t local_image;                                        // error: an image can only be a parameter of a function
    helper(out, s, convert_float2(at));                           // error: cannot convert __write_only image2d_t to __read_only image2d_t
    sampler_t runtime = n;                                        // error: a sampler needs a constant initial value
    in = in;                                                      // error: this is const and cannot be assigned
    number = read_imageh(in, at);                                 // error: images of half values are not supported: read_imageh
}
